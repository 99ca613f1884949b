/** Query parameter of the page after the login: the call type of the button that the visitor pressed. */
export const requestParam = 'request'
/** Query parameter of the link of an alert: the id of the request that no expert accepted. */
export const questionParam = 'question'
