/** Forms and commands that a reply may carry, in MemberJunction's shape (A8.3, A8.4). */

export type FormValue = string | number | boolean;

export interface FormOption {
  readonly value: FormValue;
  readonly label: string;
  readonly icon?: string;
}

/** `type.type` is not a slip: the question's type is an object with its own `type`. Unknown kinds degrade to text. */
export interface FormQuestionType {
  readonly type: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly markdown?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly prefix?: string;
  readonly suffix?: string;
  readonly multiple?: boolean;
  readonly options?: readonly FormOption[];
}

export interface FormQuestion {
  readonly id: string;
  readonly label: string;
  readonly type: FormQuestionType;
  readonly required?: boolean;
  readonly defaultValue?: unknown;
  readonly helpText?: string;
  readonly widthHint?: string;
}

export interface AgentResponseForm {
  readonly title?: string;
  readonly description?: string;
  readonly submitLabel?: string;
  readonly questions: readonly FormQuestion[];
}

export interface ActionableCommand {
  readonly type: string;
  readonly label: string;
  readonly icon?: string;
  readonly [key: string]: unknown;
}

export interface AutomaticCommand {
  readonly type: string;
  readonly [key: string]: unknown;
}
