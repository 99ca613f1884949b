export const documentsPath = '/application-documents'
