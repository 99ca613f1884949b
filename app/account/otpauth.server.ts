import { renderSVG } from 'uqr'
import type { Product } from '#kernel/product.ts'

/** Whether the text has the form of a shown secret, in base32. The limit keeps the QR code small. */
export function isShownSecret(secret: string): boolean {
  return /^[A-Z2-7]{16,64}$/.test(secret)
}

/** Returns the otpauth URI as a QR code, in a data URL. */
export function renderOtpauthCode(product: Product, { email, secret }: { email: string; secret: string }): string {
  const label = encodeURIComponent(`${product.name}:${email}`)
  const svg = renderSVG(`otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(product.name)}`)
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
