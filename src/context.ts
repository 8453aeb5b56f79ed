/** Context keys and the way to provide them from any element. */
export * from './context/contexts.js';
export { provideAgentContext, type AgentContextValues, type ProvidedAgentContext } from './context/provide.js';
