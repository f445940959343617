/** A field that no person sees or reaches: robots fill in what they find. */
export function Trap({ name }: { name: string }) {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        Leave this empty
        <input type="text" name={name} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
