/** Ids are branded, so that the compiler refuses one kind where another is meant. */
export type AccountId = string & { readonly __id: 'account' }
