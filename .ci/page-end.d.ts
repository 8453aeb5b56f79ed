/** Something that a test page's policy forbids. */
export interface PageProblem {
  /** Title of the test that ran. */
  readonly test: string;
  /** The directive that was broken, or `network`. */
  readonly directive: string;
  readonly text: string;
}

export function takeProblems(): Promise<PageProblem[]>;
export function checkPage(): Promise<void>;
