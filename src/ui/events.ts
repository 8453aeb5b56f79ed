/** The element's events: classes with readonly fields; all bubble and cross shadow roots. */
import type { ContentBlock, ConversationMessage } from '../model/message.js';
import type { AgentResponseForm } from '../model/response-form.js';
import type { ClientToolResult, ToolCall } from '../run/client-tool.js';
import type { Outcome } from '../conversation/turn.js';

class AgentEvent extends Event {
  constructor(type: string, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
  }
}

/** A message is about to be sent, typed or by `send()`. Cancelled: nothing is stored, a typed text goes back to the composer (A9.3). */
export class AgentSubmitEvent extends AgentEvent {
  readonly text: string;
  readonly content: readonly ContentBlock[];
  readonly requestedSkillIDs: readonly string[];
  readonly planMode: boolean;
  readonly agentId: string | null;

  constructor(fields: Pick<AgentSubmitEvent, 'text' | 'content' | 'requestedSkillIDs' | 'planMode' | 'agentId'>) {
    super('agent-submit', true);
    this.text = fields.text;
    this.content = fields.content;
    this.requestedSkillIDs = fields.requestedSkillIDs;
    this.planMode = fields.planMode;
    this.agentId = fields.agentId;
  }
}

/** The user message is durable and the runner is about to be called. */
export class AgentTurnStartEvent extends AgentEvent {
  readonly userMessage: ConversationMessage;
  readonly branchId: string | null;

  constructor(userMessage: ConversationMessage, branchId: string | null) {
    super('agent-turn-start');
    this.userMessage = userMessage;
    this.branchId = branchId;
  }
}

/** The runner acknowledged the reply under this id. `createdAt` in epoch milliseconds. */
export class AgentReplyAcceptedEvent extends AgentEvent {
  readonly messageId: string;
  readonly createdAt: number;

  constructor(messageId: string, createdAt: number) {
    super('agent-reply-accepted');
    this.messageId = messageId;
    this.createdAt = createdAt;
  }
}

export class AgentTurnProgressEvent extends AgentEvent {
  readonly step: string;
  readonly message: string;
  readonly percentage: number | undefined;

  constructor(step: string, message: string, percentage: number | undefined) {
    super('agent-turn-progress');
    this.step = step;
    this.message = message;
    this.percentage = percentage;
  }
}

export class AgentTurnEndEvent extends AgentEvent {
  readonly outcome: Outcome;
  readonly userMessage: ConversationMessage | undefined;
  readonly reply: ConversationMessage | undefined;

  constructor(outcome: Outcome, userMessage: ConversationMessage | undefined, reply: ConversationMessage | undefined) {
    super('agent-turn-end');
    this.outcome = outcome;
    this.userMessage = userMessage;
    this.reply = reply;
  }
}

/** The person answers a form of the agent. Cancelled: nothing is sent, plan mode stays as it is (A8-6). */
export class AgentFormSubmitEvent extends AgentEvent {
  readonly form: AgentResponseForm;
  readonly values: Readonly<Record<string, unknown>>;

  constructor(form: AgentResponseForm, values: Readonly<Record<string, unknown>>) {
    super('agent-form-submit', true);
    this.form = form;
    this.values = values;
  }
}

/** A client tool is about to run. Cancelled: it does not, and the agent is told so (A9-T7). */
export class AgentToolCallEvent extends AgentEvent {
  readonly call: ToolCall;

  constructor(call: ToolCall) {
    super('agent-tool-call', true);
    this.call = call;
  }
}

export class AgentToolResultEvent extends AgentEvent {
  readonly call: ToolCall;
  readonly result: ClientToolResult;

  constructor(call: ToolCall, result: ClientToolResult) {
    super('agent-tool-result');
    this.call = call;
    this.result = result;
  }
}

/** Another branch is on screen. */
export class AgentBranchChangeEvent extends AgentEvent {
  readonly branchId: string | null;
  readonly leafId: string | null;

  constructor(branchId: string | null, leafId: string | null) {
    super('agent-branch-change');
    this.branchId = branchId;
    this.leafId = leafId;
  }
}

/** The person switched plan mode. */
export class AgentPlanModeChangeEvent extends AgentEvent {
  readonly planMode: boolean;

  constructor(planMode: boolean) {
    super('agent-plan-mode-change');
    this.planMode = planMode;
  }
}

/** The person opened another conversation. */
export class AgentConversationChangeEvent extends AgentEvent {
  readonly conversationId: string;

  constructor(conversationId: string) {
    super('agent-conversation-change');
    this.conversationId = conversationId;
  }
}

/** A fault of storage, a callback or a runner that the person is told of too. */
export class AgentErrorEvent extends AgentEvent {
  readonly error: unknown;

  constructor(error: unknown) {
    super('agent-error');
    this.error = error;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'agent-submit': AgentSubmitEvent;
    'agent-turn-start': AgentTurnStartEvent;
    'agent-reply-accepted': AgentReplyAcceptedEvent;
    'agent-turn-progress': AgentTurnProgressEvent;
    'agent-turn-end': AgentTurnEndEvent;
    'agent-form-submit': AgentFormSubmitEvent;
    'agent-tool-call': AgentToolCallEvent;
    'agent-tool-result': AgentToolResultEvent;
    'agent-branch-change': AgentBranchChangeEvent;
    'agent-plan-mode-change': AgentPlanModeChangeEvent;
    'agent-conversation-change': AgentConversationChangeEvent;
    'agent-error': AgentErrorEvent;
  }
}
