import { type ComponentType, lazy, Suspense } from "react";

/**
 * A component that is not visible at first, such as a closed dialog. The page does not wait for it;
 * it is fetched right after the page is rendered.
 */
export function loadWhenNeeded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return function Deferred(props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
