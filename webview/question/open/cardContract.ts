// What the parts of an open card get: its state and acts, and the control of a kind. Types alone, so that a part knows nothing of how the state is
// kept.
import type { Answer, AnswerField, Elicitation, Question } from '../../../src/shared/question.js';
import type { Draft } from '../model/draft.js';
import type { Progress } from '../model/submission.js';

export interface CardState {
  readonly questions: readonly Question[];
  readonly id: string;
  /** An MCP server asks. */
  readonly elicitation: Elicitation | undefined;
  readonly draft: Draft;
  /** The progress of each question. */
  readonly progress: readonly Progress[];
  /** Shows one question at a time, and a review after the last. */
  readonly tabs: boolean;
  /** Index of the shown question in the tab layout; the review comes after the last question. */
  readonly page: number;
  readonly reviewPage: number;
  /** Why Submit is off; undefined when it is on. */
  readonly offBecause: string | undefined;
  /** Some questions have no answer, and the card asks whether to send the others. */
  readonly confirming: boolean;
  /** How many keys were pressed to submit where only a button does that. */
  readonly heldKeys: number;
  given(index: number): Answer;
  /** What is wrong with the answer, once the person has left the question or wanted to submit. */
  spoken(index: number): string | undefined;
  /** The person has left the question. */
  leave(index: number): void;
  change(index: number, given: Answer): void;
  acceptRecommended(): void;
  filterText(index: number): string;
  filter(index: number, text: string): void;
  /** Positions of the options that pass the filter. */
  shown(index: number): readonly number[];
  /** Shows a question or the review, and focuses it. */
  goTo(page: number): void;
  choosePage(page: number): void;
  switchLayout(): void;
  submit(): void;
  goBack(): void;
  dismiss(): void;
  /** Refuses the elicitation, which `dismiss` only closes. */
  decline(): void;
  /** Opens the page that the server wants to be opened, and accepts. */
  openPage(): void;
  replyInChat(): void;
  undo(): void;
  addReference(index: number, field: AnswerField): void;
  /** Submit waits until the image is read. Returns why it cannot be added, or undefined. */
  addImage(index: number, field: AnswerField, image: Blob): Promise<string | undefined>;
  openPreview(index: number, option: number): void;
  /** The index of the question that keys act on. */
  current(): number;
}

export interface OwnAnswerProps {
  readonly asked: Question;
  readonly index: number;
  readonly state: CardState;
  /** `aria-labelledby` wins. The `aria-label` is only for axe, which ignores text that is scrolled out of view. */
  readonly labelledBy: string;
  readonly describedBy: string | undefined;
  /** What is filled in is no answer, and the card says so. */
  readonly invalid: boolean;
}

export interface QuestionPartProps {
  readonly asked: Question;
  readonly index: number;
  readonly state: CardState;
}
