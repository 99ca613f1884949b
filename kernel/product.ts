/** Public settings of the operator: the product's name and its contacts. */
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
