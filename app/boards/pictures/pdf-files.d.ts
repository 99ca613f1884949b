/** The folder of the decoders that pdf.js loads for scans. Provided by `scripts/pdf-files.ts`. */
declare module 'virtual:pdf-files' {
  export const decodersUrl: string
}
