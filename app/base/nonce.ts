import { createContext } from 'react'

/** The CSP nonce of this page during server rendering. Browsers hide nonces, so it is empty in the browser. */
export const NonceContext = createContext('')
