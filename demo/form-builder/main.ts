/** Puts the conversation into the page: the agent, what it sees, what it may do. This is all a host needs to write. */
import '../../src/agent-conversation.js';
import type { AgentConversationElement } from '../../src/element.js';
import { FormBuilder } from './builder.js';
import { FormAgent } from './form-agent.js';
import { findField } from './form-model.js';
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
const builder = new FormBuilder(root, store);

conversation.conversationId = keptConversationId();
conversation.addEventListener('agent-conversation-change', (event) => localStorage.setItem(conversationKey, (event as Event & { readonly conversationId: string }).conversationId));
conversation.runner = new FormAgent({ speed: query.get('speed') === 'fast' ? 'fast' : 'human' });
conversation.agents = [{ id: 'form-agent', name: 'Form agent', description: 'Reads and changes this form', supportsPlanMode: true }];
conversation.agentId = 'form-agent';
conversation.clientTools = formTools(store, () => builder.preview());
conversation.appContext = () => ({ form: store.form, selection: selection() });
conversation.skills = [
  { id: 'privacy-check', name: 'privacy-check', description: 'Lists fields that ask for more than the form needs' },
  { id: 'plain-language', name: 'plain-language', description: 'Makes every label short and plain' },
  { id: 'job-application', name: 'job-application', description: 'Compares the form with a job application' },
];
conversation.strings = { emptyTitle: 'What should change?' };
conversation.suggestions = [
  { title: 'Add what a job application needs', prompt: 'Add everything a job application needs' },
  { title: 'Make it three sections', prompt: 'Split it into three sections: About you, Work history, Documents' },
  { title: 'Make the labels plainer', prompt: 'Make every label short and plain' },
  { title: 'Check it for privacy', prompt: 'Check it for privacy: does a field ask too much?' },
];

/** What is selected, small enough to go with every message. */
function selection(): Readonly<Record<string, string>> | null {
  const { form, selected } = store;
  if (selected === null) return null;
  if (selected.type === 'section') return { sectionId: selected.id };
  const place = findField(form, selected.id);
  return place && { fieldId: selected.id, label: place.field.label, sectionId: place.section.id };
}

/** The same conversation after a reload. */
function keptConversationId(): string {
  const kept = localStorage.getItem(conversationKey) ?? crypto.randomUUID();
  localStorage.setItem(conversationKey, kept);
  return kept;
}
