/** The server's response to a form that stays on its page. */
export type FormAnswer = { done: string } | { refusal: { code: string; text: string } }
