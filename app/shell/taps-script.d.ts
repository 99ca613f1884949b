/** The inline script that records early taps. Provided by `scripts/inline-script.ts`; empty in the browser. */
declare module 'virtual:taps-script' {
  const code: string
  export default code
}
