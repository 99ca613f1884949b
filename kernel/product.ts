/** What the operator configures and every visitor may see: the name, and whom to write to. */
export type Product = {
  name: string
  origin: string
  contacts: {
    supportEmail: string
    hiringEmail: string
    legalEmail: string
    privacyEmail: string
    grievanceOfficer: { name: string; email: string }
    phone: string
  }
}
