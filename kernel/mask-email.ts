/**
 * 'asha@samjhao.example' as 'a•••@samjhao.example': enough to recognize the email address, too little to send a mail.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...email][0]}•••${email.slice(at)}`
}
