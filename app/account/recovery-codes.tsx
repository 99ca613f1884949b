/** Shows new recovery codes, which the server cannot show again. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  if (codes.length === 0) return null
  return (
    <>
      <p className="mt-2">
        Keep these recovery codes where you can find them without your phone. Each one works once, with your password.
        They are shown only now.
      </p>
      <ul aria-label="Recovery codes" className="figures mt-3 grid gap-x-6 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </>
  )
}
