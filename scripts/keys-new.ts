import { newDataKey } from '#platform/sealing/aes-gcm.ts'

// npm run keys:new: a key for DATA_KEYS. It is printed here and kept nowhere.
console.log(newDataKey())
