/** On every page of somebody who is signed in, and on no other. */
export const userMenuId = 'user-menu'
