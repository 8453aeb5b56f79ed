/** Puts the conversation into the page: the agent, what it sees, what it may do. This is all a host needs to write. */
import '../../src/agent-conversation.js';
import type { AgentConversationElement } from '../../src/element.js';
import { AgentPanel } from './agent-panel.js';
import { FormBuilder } from './builder.js';
import { BuiltInModelState } from './built-in-model.js';
import { ChangeJournal } from './change-journal.js';
import { chartRenderer } from './chart.js';
import { chosenRunner } from './chosen-runner.js';
import { formAgent, formSkills } from './form-runner.js';
import { findField } from './form-model.js';
import { LocalLLM } from './local-llm.js';
import { ModelSettingsStore } from './model-settings.js';
import { applyAddress } from './page-menu.js';
import { startForm } from './start-form.js';
import { BuilderStore } from './store.js';
import { formTools } from './tools.js';

const conversationKey = 'form-builder-demo.conversation';
const query = new URLSearchParams(location.search);
applyAddress(query);

const store = new BuilderStore(startForm);
store.load(localStorage);

const root = document.querySelector<HTMLElement>('.fb');
const conversation = document.querySelector<AgentConversationElement>('agent-conversation');
if (!root || !conversation) throw new Error('The page lacks .fb or <agent-conversation>.');
const models = new ModelSettingsStore(sessionOfTab(), location.href);
const builtIn = new BuiltInModelState();
const builder = new FormBuilder(root, store, models);
const panel = document.querySelector<HTMLElement>('#agent-panel');
if (panel) new AgentPanel(panel, models, builtIn);

const journal = new ChangeJournal();
const parts = { local: new LocalLLM({ speed: query.get('speed') === 'fast' ? 'fast' : 'human' }), onAnswer, onDownloadProgress: (fraction: number) => builtIn.progressed(fraction) };

conversation.conversationId = keptConversationId();
conversation.addEventListener('agent-conversation-change', (event) => localStorage.setItem(conversationKey, (event as Event & { readonly conversationId: string }).conversationId));
conversation.runner = chosenRunner(models, parts);
models.subscribe(() => (conversation.runner = chosenRunner(models, parts)));
conversation.agents = [formAgent];
conversation.agentId = formAgent.id;
conversation.clientTools = formTools(store, () => builder.preview(), journal);
conversation.appContext = () => ({ form: store.form, selection: selection() });
conversation.skills = formSkills;
conversation.renderers = { 'code:chart': chartRenderer };
conversation.strings = { emptyTitle: 'What should change?' };
conversation.suggestions = [
  { title: 'Add what a job application needs', prompt: 'Add everything a job application needs' },
  { title: 'Make it three sections', prompt: 'Split it into three sections: About you, Work history, Documents' },
  { title: 'Make the labels plainer', prompt: 'Make every label short and plain' },
  { title: 'Show a chart', prompt: 'How many fields are there per type?' },
  { title: 'Check it for privacy', prompt: 'Check it for privacy: does a field ask too much?' },
];

/** What is selected, small enough to go with every message. */
function selection(): Readonly<Record<string, unknown>> | null {
  const { form, selected, selectionIsNew: isNew } = store;
  if (selected === null) return null;
  if (selected.type === 'section') return { sectionId: selected.id, isNew };
  const place = findField(form, selected.id);
  return place && { fieldId: selected.id, label: place.field.label, sectionId: place.section.id, isNew };
}

/** An answer begins, whoever gives it. */
function onAnswer(): void {
  journal.startAnswer();
  store.markSelectionSeen();
}

/** null where the browser keeps nothing. */
function sessionOfTab(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** The same conversation after a reload. */
function keptConversationId(): string {
  const kept = localStorage.getItem(conversationKey) ?? crypto.randomUUID();
  localStorage.setItem(conversationKey, kept);
  return kept;
}
