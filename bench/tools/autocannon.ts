// Apart from lighthouse.ts, so that a bench loads only the package that it needs.
export { default as autocannon } from 'autocannon'
