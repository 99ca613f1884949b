/** Said by a route to the server, which takes it out of the answer: another site to which a form of this page may go. */
export const formTargetHeader = 'Samjhao-Form-Target'
