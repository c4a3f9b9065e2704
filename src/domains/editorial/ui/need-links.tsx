import { href } from 'react-router'
import type { Need } from '../../crisis/help-lines-by-need.contract.ts'
import * as messages from '../messages.en.yaml'

/** @param current the code of the page's own need */
export function NeedLinks({ needs, current }: { needs: Need[]; current?: string }) {
  return (
    <nav aria-labelledby="needs" className="grid gap-3">
      <p id="needs">{messages.byNeed()}</p>
      <ul className="flex flex-wrap gap-3">
        {needs.map(({ code, name }) => (
          <li key={code}>
            <a
              href={href('/resources/:need', { need: code })}
              className="chip"
              aria-current={code === current ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
