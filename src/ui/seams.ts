/** One precedence rule for everything a host plugs in: own property, else nearest ancestor's context, else nothing. */
import type { ReactiveControllerHost } from 'lit';
import { SeamConsumer } from '../context/consumer.js';
import { clientToolsContext, historyContext, hostAppContext, renderersContext, runnerContext, skillsContext } from '../context/contexts.js';
import type { HistoryStore } from '../conversation/history-store.js';
import type { AppContextSource } from '../conversation/settings.js';
import type { Renderers } from '../rendering/renderer.js';
import type { ClientTool } from '../run/client-tool.js';
import type { ConversationRunner } from '../run/runner.js';
import type { SkillSource } from '../run/skill.js';

export class Seams {
  readonly runner: SeamConsumer<ConversationRunner | null>;
  readonly history: SeamConsumer<HistoryStore | null>;
  readonly skills: SeamConsumer<SkillSource>;
  readonly clientTools: SeamConsumer<readonly ClientTool[]>;
  readonly appContext: SeamConsumer<AppContextSource>;
  readonly renderers: SeamConsumer<Renderers>;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    this.runner = new SeamConsumer(host, runnerContext);
    this.history = new SeamConsumer(host, historyContext);
    this.skills = new SeamConsumer(host, skillsContext);
    this.clientTools = new SeamConsumer(host, clientToolsContext);
    this.appContext = new SeamConsumer(host, hostAppContext);
    this.renderers = new SeamConsumer(host, renderersContext);
  }
}
