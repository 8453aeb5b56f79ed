/** What a host draws itself, found by the name it was given under. */
import type { HostRenderer, Renderers } from './render-context.js';

/** The host's renderer of that name. Names come from replies, so what every object has does not count. */
export function rendererNamed(renderers: Renderers | undefined, name: string): HostRenderer | undefined {
  return renderers && Object.hasOwn(renderers, name) ? renderers[name] : undefined;
}
