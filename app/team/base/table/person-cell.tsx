/** A person in a table: the name, with the email address below to tell namesakes apart. */
export function PersonCell({ name, email }: { name: string; email: string }) {
  return (
    <span className="block py-1">
      <span className="block">{name}</span>
      <span className="block text-small font-normal text-quiet max-md:wrap-anywhere">{email}</span>
    </span>
  )
}
