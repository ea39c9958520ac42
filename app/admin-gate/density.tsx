import { useId, useLayoutEffect, useState } from 'react';
import { keep, readKept } from '../shared/local-storage.js';
import { DENSITY_MESSAGES as MESSAGES } from './gate.messages.js';

const DENSITIES = ['comfortable', 'compact'] as const;
const KEY = 'staff-density';

/** How close the rows of all staff lists stand. The stylesheet goes by the attribute (`compact:`). */
export function DensityChoice() {
  const name = useId();
  const [density, setDensity] = useState(readDensity);
  useLayoutEffect(() => {
    document.documentElement.dataset.density = density;
    return () => {
      delete document.documentElement.dataset.density;
    };
  }, [density]);
  return (
    <fieldset className="flex items-center gap-1 text-sm max-sm:order-1 max-sm:w-full">
      <legend className="sr-only">{MESSAGES.label}</legend>
      {DENSITIES.map((choice) => (
        <label
          key={choice}
          className="relative inline-flex min-h-11 items-center compact:min-h-8 rounded-control border border-transparent px-3 text-muted hover:text-text has-checked:border-edge has-checked:text-text has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-12"
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={density === choice}
            onChange={() => {
              keep(KEY, choice);
              setDensity(choice);
            }}
          />
          {MESSAGES[choice]}
        </label>
      ))}
    </fieldset>
  );
}

type Density = (typeof DENSITIES)[number];

function readDensity(): Density {
  const kept = readKept(KEY);
  return DENSITIES.find((choice) => choice === kept) ?? DENSITIES[0];
}
