// Packages are found from the folder of the importing file, so only files in this folder can import its packages.
export { launch } from 'chrome-launcher'
export { default as lighthouse } from 'lighthouse'
