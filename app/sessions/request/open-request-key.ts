/** Where this tab stores its open dialog. A file of its own, because every page looks there. */
export const openRequestKey = 'samjhao:open-request'
