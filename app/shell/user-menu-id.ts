/** Present on every page of a signed-in user, and on no other. */
export const userMenuId = 'user-menu'
