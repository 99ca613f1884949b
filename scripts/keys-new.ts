import { newDataKey } from '#platform/sealing/aes-gcm.ts'

// npm run keys:new: prints a key for DATA_KEYS. It is stored nowhere.
console.log(newDataKey())
