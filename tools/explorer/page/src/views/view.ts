// What all views have in common.

import type { Model } from "../model";

export interface View {
  readonly id: string;
  readonly title: string;
  readonly element: HTMLElement;
  /** Shows the stage of the model; called when the view becomes visible and when the stage or the selection changes. */
  update(model: Model, what: "stage" | "selection"): Promise<void> | void;
  /** Goes to the next or last change. */
  jump?(by: 1 | -1): void;
}
