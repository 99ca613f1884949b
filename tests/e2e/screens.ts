/** A phone, where there is least room, and a large screen. */
export const screens = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
