export const questionFilesPath = '/question-files'
