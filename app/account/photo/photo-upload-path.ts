export const photoUploadPath = '/photo-upload'
