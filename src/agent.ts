/** The headless agent: Open Multi-Agent's `Agent` in the page, and `AgentRunner` that puts agents behind `processMessage`. */
export { Agent } from './agent/agent.js';
export { OpenMultiAgent, type OpenMultiAgentConfig, type ProgressEvent } from './agent/open-multi-agent.js';
export * from './agent/agent-types.js';
export * from './agent/llm.js';
export { AgentRunner, type AgentRunnerOptions, type AgentSkill, type RunnerAgent } from './runners/agent-runner.js';
export { OnlineEvaluation, type EvaluationSeams } from './run/evaluation.js';
export type * from './run/evaluation-types.js';
export type { Diagnostic } from './run/diagnostics.js';
export { redact, redactValue } from './run/redaction.js';
export { AgentConversationError, InvalidMessageError } from './model/errors.js';
export { assertValidMessages } from './model/validate.js';
export type * from './model/message.js';
