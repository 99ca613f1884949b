import type { Toast } from '#app/ui/toast.ts'

/** The toasts that a redirect can show. Only the code is sent. The texts are here. */
const flashes = {
  logged_in: { kind: 'success', text: 'Login successful! Welcome back.' },
  logged_in_offer: {
    kind: 'success',
    text: 'Login successful! Welcome back.',
    description: 'Next time without a password? Add a passkey on the Security page.',
  },
  registered: { kind: 'success', text: 'Registration successful! Welcome to {product}' },
  logged_out: { kind: 'info', text: 'You have been logged out.' },
  password_updated: { kind: 'success', text: 'Password updated successfully!' },
  profile_updated: { kind: 'success', text: 'Profile updated successfully!' },
  expert_profile_updated: {
    kind: 'success',
    text: 'Profile Updated',
    description: 'Your expert profile has been successfully updated.',
  },
  session_booked: { kind: 'success', text: 'Your session is booked', isOnPage: true },
  booking_moved: { kind: 'success', text: 'The session has a new time', isOnPage: true },
  booking_cancelled: { kind: 'info', text: 'The session is cancelled', isOnPage: true },
  account_deleted: { kind: 'info', text: 'Your account has been deleted.' },
  log_in_first: { kind: 'info', text: 'Please log in to view your profile' },
} as const satisfies Record<string, Pick<Toast, 'kind' | 'text' | 'description' | 'isOnPage'>>

export type FlashCode = keyof typeof flashes

export function isFlashCode(code: string | null | undefined): code is FlashCode {
  return typeof code === 'string' && Object.hasOwn(flashes, code)
}

/** Returns null for an unknown code. */
export function findFlashToast(code: string, productName: string): Toast | null {
  if (!isFlashCode(code)) return null
  const flash: Omit<Toast, 'id'> = flashes[code]
  return { ...flash, text: flash.text.replace('{product}', productName), id: 'flash' }
}
