import type { FieldProblems } from '#kernel/refusals.ts'

/** A refusal as a form receives it. `problems` says what is wrong with each field. */
export type FormRefusal = { code: string; text: string; problems?: FieldProblems }

export type RefusedForm = { refusal: FormRefusal }

/** The server's response to a form that stays on its page. */
export type FormAnswer = DoneForm | RefusedForm

/** `version` identifies the content that the form has saved. */
export type DoneForm = { done: string; version?: string }
