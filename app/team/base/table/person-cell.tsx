/** Somebody in a table: the name, and the address below it, which tells two of one name apart. */
export function PersonCell({ name, email }: { name: string; email: string }) {
  return (
    <span className="block py-1">
      <span className="block">{name}</span>
      <span className="block text-small font-normal text-quiet max-md:wrap-anywhere">{email}</span>
    </span>
  )
}
