// Node looks for packages from the folder of the importing file, so only files here can import the packages installed here.
export { launch } from 'chrome-launcher'
export { default as lighthouse } from 'lighthouse'
export { connect } from 'puppeteer-core'
