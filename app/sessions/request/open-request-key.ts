/** Where this tab stores its open dialog. In a separate small file, because every page reads this key. */
export const openRequestKey = 'samjhao:open-request'
