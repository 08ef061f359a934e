import js from "@eslint/js";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import importX from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import { readdirSync } from "node:fs";
import tseslint from "typescript-eslint";

const features = readdirSync(new URL("./src/features", import.meta.url));

// No feature reaches into another: what two features need moves to components/ or lib/.
const featureZones = features.map((name) => ({
  target: `./src/features/${name}`,
  from: "./src/features",
  except: [`./${name}`],
  message: "A feature does not import another feature: share through components/ or lib/.",
}));

export default tseslint.config(
  { ignores: ["dist", "node_modules", "src/api/generated.ts"] },
  js.configs.recommended,
  tseslint.configs.strict,
  jsxA11y.flatConfigs.recommended,
  reactHooks.configs.flat.recommended,
  {
    files: ["**/*.{ts,tsx,js}"],
    languageOptions: { globals: { ...globals.browser } },
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [createTypeScriptImportResolver({ project: "tsconfig.app.json" })],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx"] },
    },
    rules: {
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/only-throw-error": "off",
      "import-x/no-cycle": "error",
      "import-x/no-self-import": "error",
      "import-x/no-default-export": "error",
      "import-x/no-restricted-paths": [
        "error",
        {
          zones: [
            ...featureZones,
            {
              target: "./src/features",
              from: "./src/app",
              message: "app/ composes features, never the other way.",
            },
            {
              target: ["./src/components", "./src/lib", "./src/api"],
              from: ["./src/features", "./src/app"],
              message: "Shared code knows neither features nor the app.",
            },
            {
              target: ["./src/lib"],
              from: ["./src/components"],
              message: "lib/ lies below components/.",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["*.config.{js,ts}"],
    languageOptions: { globals: { ...globals.node } },
    rules: { "import-x/no-default-export": "off" },
  },
  {
    files: ["src/**/*.test.{ts,tsx}"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
);
