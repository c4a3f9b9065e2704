/** The product's sign: a sun over the edge of the fog. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth="2.4"
      aria-hidden="true"
      className={className}
    >
      <path d="M8 17a8 8 0 0 1 16 0M4 17h24" />
      <path d="M8 22h13" opacity=".65" />
      <path d="M12 27h13" opacity=".35" />
    </svg>
  )
}
