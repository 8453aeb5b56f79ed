/** What the composer asks of the element around it. All bubble and stay inside the shadow root. */
import type { Mention } from '../model/message.js';

/** The person sent a text; the field is already empty. `mentions` lie in `text` by offset. */
export class ComposerSubmitEvent extends Event {
  static readonly eventName = 'composer-submit';
  readonly text: string;
  readonly mentions: readonly Mention[];

  constructor(text: string, mentions: readonly Mention[]) {
    super(ComposerSubmitEvent.eventName, { bubbles: true });
    this.text = text;
    this.mentions = mentions;
  }
}

/** The person pressed Stop. */
export class ComposerStopEvent extends Event {
  static readonly eventName = 'composer-stop';

  constructor() {
    super(ComposerStopEvent.eventName, { bubbles: true });
  }
}

/** The person wants plan mode on or off; the composer shows what its property `planMode` says. */
export class ComposerPlanModeEvent extends Event {
  static readonly eventName = 'composer-plan-mode';
  readonly planMode: boolean;

  constructor(planMode: boolean) {
    super(ComposerPlanModeEvent.eventName, { bubbles: true });
    this.planMode = planMode;
  }
}

/** ArrowUp in an empty composer: edit the last own message. */
export class ComposerEditLastEvent extends Event {
  static readonly eventName = 'composer-edit-last';

  constructor() {
    super(ComposerEditLastEvent.eventName, { bubbles: true });
  }
}

/** The lookup of skills failed; the list says so too. */
export class ComposerErrorEvent extends Event {
  static readonly eventName = 'composer-error';
  readonly error: unknown;

  constructor(error: unknown) {
    super(ComposerErrorEvent.eventName, { bubbles: true });
    this.error = error;
  }
}
