/** Lets any element of the page provide for the conversations below it, without Lit. */
import { ContextEvent, ContextProvider, type Context } from '@lit/context';
import type { ReactiveElement } from 'lit';
import type { HistoryStore } from '../conversation/history-store.js';
import type { AppContextSource } from '../conversation/settings.js';
import type { Renderers } from '../rendering/renderer.js';
import type { ClientTool } from '../run/client-tool.js';
import type { ConversationRunner } from '../run/runner.js';
import type { SkillSource } from '../run/skill.js';
import { ensureContextRoot } from './consumer.js';
import { clientToolsContext, historyContext, hostAppContext, renderersContext, runnerContext, skillsContext } from './contexts.js';
import { mergeAppContext, mergeRenderers, mergeSkills, mergeTools } from './merge.js';

/** What an ancestor gives. A member that is left out is not provided, so an outer ancestor's stays in force. */
export interface AgentContextValues {
  readonly runner?: ConversationRunner | null;
  readonly history?: HistoryStore | null;
  readonly skills?: SkillSource;
  readonly clientTools?: readonly ClientTool[];
  readonly appContext?: AppContextSource;
  readonly renderers?: Renderers;
}

export interface ProvidedAgentContext {
  /** Replaces the named members. */
  update(values: AgentContextValues): void;
  /** Takes everything back. */
  dispose(): void;
}

type Name = keyof AgentContextValues;
interface Seam<T> {
  readonly context: Context<unknown, T>;
  merge(outer: T | undefined, inner: T | undefined): T;
}

const nearest = <T>(outer: T | undefined, inner: T | undefined): T => (inner ?? outer ?? null) as T;

const seams: { readonly [N in Name]-?: Seam<NonNullable<AgentContextValues[N]> | null> } = {
  runner: { context: runnerContext, merge: nearest },
  history: { context: historyContext, merge: nearest },
  skills: { context: skillsContext, merge: (outer, inner) => mergeSkills(outer ?? [], inner ?? []) },
  clientTools: { context: clientToolsContext, merge: (outer, inner) => mergeTools(outer ?? [], inner ?? []) },
  appContext: { context: hostAppContext, merge: mergeAppContext },
  renderers: { context: renderersContext, merge: (outer, inner) => mergeRenderers(outer ?? {}, inner ?? {}) },
};

/**
 * Provides `values` to every conversation inside `element`, merged with what outer ancestors provide.
 * @example const context = provideAgentContext(panel, { appContext: () => form.state, clientTools });
 */
export function provideAgentContext(element: HTMLElement, values: AgentContextValues): ProvidedAgentContext {
  const links = new Map<Name, SeamLink<unknown>>();
  const update = (changed: AgentContextValues): void => {
    for (const name of Object.keys(changed) as Name[]) {
      if (!(name in seams)) throw new TypeError(`provideAgentContext: "${name}" is not one of ${Object.keys(seams).join(', ')}.`);
      let link = links.get(name);
      if (!link) links.set(name, (link = new SeamLink<unknown>(element, seams[name])));
      link.set(changed[name]);
    }
  };
  update(values);
  return {
    update,
    dispose: () => {
      for (const link of links.values()) link.dispose();
      links.clear();
    },
  };
}

/** One seam of one element: takes the outer value, gives the merged one. */
class SeamLink<T> {
  readonly #seam: Seam<T>;
  readonly #provider: ContextProvider<Context<unknown, T>>;
  readonly #element: HTMLElement;
  #own: T | undefined;
  #outer: T | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(element: HTMLElement, seam: Seam<T>) {
    this.#element = element;
    this.#seam = seam;
    ensureContextRoot(element.ownerDocument);
    this.#provider = new ContextProvider(element as ReactiveElement, { context: seam.context });
    // A plain element has no lifecycle that would ask late consumers again.
    this.#provider.hostConnected();
    // The provider does not answer its own element, so this request reaches the outer one.
    element.dispatchEvent(new ContextEvent(seam.context, element, this.#takeOuter, true));
  }

  set(own: T | undefined): void {
    this.#own = own;
    this.#give();
  }

  dispose(): void {
    this.#unsubscribe?.();
    this.#element.removeEventListener('context-request', this.#provider.onContextRequest);
    this.#element.removeEventListener('context-provider', this.#provider.onProviderRequest);
    this.set(undefined);
    // The provider's own way of handing its consumers to another one; there is no call for it.
    const newcomer = { context: this.#seam.context, contextTarget: this.#element.ownerDocument.documentElement };
    this.#provider.onProviderRequest(Object.assign(new Event('context-provider'), newcomer));
  }

  readonly #takeOuter = (value: T, unsubscribe?: () => void): void => {
    if (unsubscribe !== this.#unsubscribe) this.#unsubscribe?.();
    this.#unsubscribe = unsubscribe;
    this.#outer = value;
    this.#give();
  };

  #give(): void {
    this.#provider.setValue(this.#seam.merge(this.#outer, this.#own));
  }
}
