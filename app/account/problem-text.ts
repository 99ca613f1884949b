/** Returns the toast text for a failed sign-in. */
export function loginToast(code: string): string {
  switch (code) {
    case 'invalid_credentials':
      return 'Invalid email or password. Please try again.'
    case 'account_suspended':
      return 'Your account is suspended.'
    case 'network':
      return 'Network error. Please check your connection and try again.'
    case 'too_many_attempts':
      return 'Too many login attempts. Please try again later.'
    default:
      return 'Login failed. Please check your credentials.'
  }
}

export function registrationToast(code: string): string {
  switch (code) {
    case 'email_taken':
      return 'This email address is already registered.'
    case 'weak_password':
      return 'Password is too weak. Please use at least 6 characters.'
    case 'network':
      return 'Network error. Please check your connection and try again.'
    default:
      return 'Registration failed. Please try again.'
  }
}
