/** The smallest and the largest screen under test. */
export const screens = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
